/** The origin of a host. The local service has no TLS, and browsers keep `Secure` cookies on loopback nevertheless. */
export const hostOrigin = (host: string): string => {
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  return `${isLoopback ? 'http' : 'https'}://${host}`;
};
