/** Named shapes: a place in the contract, and a description if the schema has none. */
export type ShapeTable = Readonly<Record<string, readonly [place: string, about?: string]>>;
