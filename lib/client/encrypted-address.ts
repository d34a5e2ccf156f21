const thisMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a credential that is sent to an address stays secret: https, or http to this machine. */
export const isEncrypted = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && thisMachine.includes(hostname));
