/** The one origin of the service, which is used for links in mails. */
export interface PublicAddress {
  /** Returns undefined when the deployment has none. */
  url(): Promise<string | undefined>;
}
