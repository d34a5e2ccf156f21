/** Somebody who can be signed in with one click. */
export interface Person {
  /** The identifier at the issuer, which never changes. */
  subject: string;
  name: string;
  email: string;
  isEmailVerified: boolean;
  groups: string[];
  /** A short text beside the name, such as the role that the person has somewhere. */
  about: string;
}
