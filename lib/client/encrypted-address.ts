/** This machine: its name, and every address of its own. URL writes each of them in one way. */
const thisMachine = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/;

/** Whether a credential that is sent to an address stays secret: https, or http to this machine. */
export const isEncrypted = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && thisMachine.test(hostname));
