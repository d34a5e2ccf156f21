import { tokenRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const awsMwsToken = tokenRule({
  id: 'aws-mws-token',
  title: 'Amazon MWS auth token',
  keywords: ['amzn.mws.'],
  pattern: /amzn\.mws\.[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  positives: () => [leak`mws_auth_token: ${`amzn.mws.${fakeUuid()}`}`],
  negatives: () => ['amzn.mws.seller-central'],
});
