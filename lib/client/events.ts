import type { webhooks } from './generated/types.ts';

export type EventType = keyof webhooks;

type BodyOf<T extends EventType> = webhooks[T]['post']['requestBody']['content']['application/json'];

/** The `data` of each type of event. */
export type EventData = { [T in EventType]: BodyOf<T>['data'] };

/** The body of a delivery. `type` determines which `data` it is. */
export type WebhookEvent<T extends EventType = EventType> = { [K in T]: BodyOf<K> }[T];
