import { emitEvent } from '../webhooks/events.ts';
import { noParameters, route, type Route } from '../http/route.ts';
import type { SetupIntent } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

/** Records that a checkout set up a card for later payments. */
export const newSetupIntent = (
  tx: Transaction,
  { customer, card, metadata }: { customer: string | null; card: string; metadata: Record<string, string> },
): SetupIntent => {
  const id = newId('seti');
  const intent = tx.put<SetupIntent>({
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('').slice(1)}`,
    created: tx.now,
    customer,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: card,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'succeeded',
    usage: 'off_session',
  });
  emitEvent(tx, 'setup_intent.succeeded', { object: intent });
  return intent;
};

export const setupIntentRoutes: Route[] = [
  route('GET', '/v1/setup_intents/:id', {
    name: 'setupIntents.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('setup_intent', id, 'intent'),
  }),
];
