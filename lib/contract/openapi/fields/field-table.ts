/**
 * Fields by name, or by owner and name where a name has several meanings: what the field holds, and an example of it. The owner is
 * a named shape, an operation or an event.
 */
export type FieldTable = Readonly<Record<string, string | readonly [description: string, example: unknown]>>;
