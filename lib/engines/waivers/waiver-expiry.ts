import type { ActiveWaiver } from '../model/gate/waiver.ts';

/** Returns whether a waiver is in force at an instant. It ends at its `expiresAt`, to the second. */
export const isInForce = ({ expiresAt }: Pick<ActiveWaiver, 'expiresAt'>, judgedAt: string): boolean =>
  judgedAt < expiresAt;
