/** The one origin of the service, which links in mails name. */
export interface PublicAddress {
  /** Returns undefined where the deployment has none. */
  url(): Promise<string | undefined>;
}
