/** The limit of characters in any text of an event. */
const maxText = 300;

/** User info of URLs, mail addresses, and credentials of the service itself. */
const masked = [
  { pattern: /(:\/\/)[^/@\s]{1,200}@/g, instead: '$1' },
  { pattern: /(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.){1,127}[a-z]{2,24}\b/gi, instead: '…' },
  { pattern: /\bsg[a-z]_\w{16,}/g, instead: '…' },
  { pattern: /\bwhsec_[\w+/=]{16,}/g, instead: '…' },
];

const safeText = (text: string): string => {
  const whole = text.slice(0, 4 * maxText).toWellFormed();
  const safe = masked.reduce((left, { pattern, instead }) => left.replace(pattern, instead), whole);
  return safe.length > maxText ? `${safe.slice(0, maxText - 1).toWellFormed()}…` : safe;
};

const safeValue = (value: unknown): unknown => {
  if (typeof value === 'string') return safeText(value);
  if (Array.isArray(value)) return value.map(safeValue);
  if (value !== null && typeof value === 'object') return safeData(value);
  return value;
};

/**
 * Sanitizes untrusted text for other services: it is bounded, and mail addresses and credentials that people put
 * into names are removed. Fields without a value are left out.
 */
export const safeData = (data: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, safeValue(value)] as const],
    ),
  );
