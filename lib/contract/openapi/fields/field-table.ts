/**
 * Fields by name, or by owner and name if a name has several meanings: the description of the field, and an example.
 * The owner is a named shape, an operation or an event.
 */
export type FieldTable = Readonly<Record<string, string | readonly [description: string, example: unknown]>>;
