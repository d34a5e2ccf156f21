/** Thrown for an organization's rule that is refused, with the field and the reason. */
export class InvalidRule extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
