/** Named shapes: a place in the contract, and a description where the schema states none. */
export type ShapeTable = Readonly<Record<string, readonly [place: string, about?: string]>>;
