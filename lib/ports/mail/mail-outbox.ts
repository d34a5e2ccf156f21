/** States whether the deployment sends mails at all, for code that must not promise one. */
export interface MailOutbox {
  sends: boolean;
}
