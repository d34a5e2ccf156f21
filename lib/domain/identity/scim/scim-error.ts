/** The kinds of errors that SCIM names (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** An expected refusal of a directory's request. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

/** The refusal of an id that the directory does not have. */
export const notFound = (): ScimError => new ScimError(404, 'There is no such resource.');

/** The refusal of a value that SCIM does not accept here. */
export const invalidValue = (detail: string): ScimError => new ScimError(400, detail, 'invalidValue');

/** The body of an error. */
export const scimErrorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});
