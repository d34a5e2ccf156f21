import { token } from '../rule.ts';
import { fake, hex, leak } from '../sample.ts';

export const databricksToken = token({
  id: 'databricks-token',
  title: 'Databricks access token',
  keywords: ['dapi'],
  pattern: /dapi[a-f0-9]{32}(?:-\d)?/,
  positives: () => [
    leak`DATABRICKS_TOKEN=${'dapi' + fake(hex, 32)}`,
    leak`token: ${`dapi${fake(hex, 32, 2)}-2`}`,
  ],
  negatives: () => [`dapi${'0'.repeat(32)}`, 'dapi1234'],
});
