import type { ItemOf } from '@scangate/client';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';

export type Token = ItemOf<'list-tokens'>;

export const isExpired = ({ expiresAt }: Token): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= serverNow();

/** Whether a token works. */
export const isLive = (token: Token): boolean => token.revokedAt === undefined && !isExpired(token);
