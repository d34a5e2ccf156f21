/** A commit hash as stored and compared: in lower case, however a client writes it. */
export const storedCommitHash = (sent: string): string => sent.toLowerCase();
