const unreserved = /^[A-Za-z0-9._~-]$/;

/** Decodes characters that need no encoding, and encodes the others uniformly (RFC 3986, 6.2.2). */
const decodeUnreserved = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (whole, hex: string) => {
    const sign = String.fromCharCode(Number.parseInt(hex, 16));
    return unreserved.test(sign) ? sign : whole.toUpperCase();
  });

/** Removes `.` and `..` (RFC 3986, 5.2.4), and repeated slashes. */
const removeDots = (path: string): string => {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  const isFolder = ['', '.', '..'].includes(segments.at(-1) ?? '') && kept.length > 0;
  return `/${kept.join('/')}${isFolder ? '/' : ''}`;
};

/** The path by which CloudFront chooses a behavior. The origin gets the path as it was sent. */
export const normalizedPath = (path: string): string => removeDots(decodeUnreserved(path));

/** Compiles a path pattern, in which `*` stands for any text and `?` for one character. */
export const matcherOf = (pattern: string): ((path: string) => boolean) => {
  const absolute = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`;
  const source = absolute.replace(/[\\^$.*+?()[\]{}|]/g, (sign) => {
    if (sign === '*') return '.*';
    return sign === '?' ? '.' : `\\${sign}`;
  });
  const compiled = new RegExp(`^${source}$`, 's');
  return (path) => compiled.test(path);
};
