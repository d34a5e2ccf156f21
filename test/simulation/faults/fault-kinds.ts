/**
 * The faults of a call: the process ends before or after it; it is executed and not answered; it is executed twice; it
 * takes long, which reorders it; the service refuses for the moment; nothing of the service answers for a minute; a
 * message is lost.
 */
export const faultKinds = [
  'crash_before',
  'crash_after',
  'timeout_after',
  'twice',
  'delay',
  'throttle',
  'silence',
  'lost',
] as const;
export type FaultKind = (typeof faultKinds)[number];
