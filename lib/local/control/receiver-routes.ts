import { receiverPage } from '../receiver/receiver-page.ts';
import { answerInput, secretInput, type Receiver } from '../receiver/receiver.ts';
import type { ControlRoute } from './control-route.ts';

/** The path to which the demo's webhook posts. */
export const receiverPath = '/_local/receiver/in';

/** Shows the receiver of webhooks, and makes it fail on request. */
export const receiverRoutes = (receiver: Receiver): ControlRoute[] => [
  ['GET', /^\/_local\/receiver$/, () => ({ status: 200, html: receiverPage(receiver.show()) })],
  ['GET', /^\/_local\/receiver\/deliveries$/, () => ({ status: 200, body: receiver.show() })],
  [
    'POST',
    /^\/_local\/receiver\/answer$/,
    async ({ body }) => {
      receiver.answerWith(answerInput.parse(await body()).answer);
      return { status: 200, html: receiverPage(receiver.show()) };
    },
  ],
  [
    'POST',
    /^\/_local\/receiver\/secrets$/,
    async ({ body }) => {
      receiver.learn(secretInput.parse(await body()).secret);
      return { status: 200, body: { ok: true } };
    },
  ],
  [
    'POST',
    /^\/_local\/receiver\/clear$/,
    () => {
      receiver.clear();
      return { status: 200, html: receiverPage(receiver.show()) };
    },
  ],
];
