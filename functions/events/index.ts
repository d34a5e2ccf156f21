import { spec as deliver } from './deliver/function.ts';
import { spec as dispatchEvents } from './dispatch-events/function.ts';
import { spec as sweepEvents } from './sweep-events/function.ts';

export { sweepEvents };

/** Every function between an event and its subscribers. */
export const eventFunctions = [dispatchEvents, deliver, sweepEvents] as const;
