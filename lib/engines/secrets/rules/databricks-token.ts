import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const databricksToken = tokenRule({
  id: 'databricks-token',
  title: 'Databricks access token',
  keywords: ['dapi', 'dose'],
  // The first form belongs to a person, the second one to a service principal.
  pattern: /dapi[a-f0-9]{32}(?:-\d)?|dose[a-f0-9]{32}/,
  positives: () => [
    leak`DATABRICKS_TOKEN=${'dapi' + fake(hex, 32)}`,
    leak`token: ${`dapi${fake(hex, 32, 2)}-2`}`,
    leak`client_secret = ${'dose' + fake(hex, 32, 3)}`,
  ],
  negatives: () => [`dapi${'0'.repeat(32)}`, 'dapi1234'],
});
