/**
 * The faults of a call: the process ends before or after it; it is executed and not answered; it is executed twice; it
 * takes long, which reorders it; the service refuses for the moment; nothing of the service answers for a minute; a read gets
 * a part of its page; an object has been damaged, for the thread that reads it; a transaction is executed, and a repetition of its request is
 * told that it is under way.
 *
 * The faults of a message: it is lost; it comes twice or late; it is given up, and an operator sends it again after an hour.
 *
 * The faults of a process: its clock is a minute ahead or behind.
 */
export const faultKinds = [
  'crash_before',
  'crash_after',
  'timeout_after',
  'twice',
  'delay',
  'throttle',
  'in_progress',
  'silence',
  'partial',
  'poison',
  'lost',
  'dead_letter',
  'clock_ahead',
  'clock_behind',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A service may be silent for this long, and a clock be wrong by as much. */
export const faultMs = 60_000;
