import { sha256 } from '@scangate/engines/model/digest';

/** Names an issue by a UUID of version 4, which trackers insist on; the same claim always gives the same one. */
export const issueIdOf = (claim: readonly string[]): string => {
  const hex = sha256(JSON.stringify(['issue', ...claim]));
  // RFC 9562: the two high bits of this digit are 10.
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0b0011) | 0b1000).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
};
