/** Says whether the deployment sends mails at all, for those who must not promise one. */
export interface MailOutbox {
  sends: boolean;
}
