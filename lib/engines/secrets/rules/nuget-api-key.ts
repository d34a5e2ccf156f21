import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const nugetApiKey = tokenRule({
  id: 'nuget-api-key',
  title: 'NuGet API key',
  keywords: ['oy2'],
  pattern: /oy2[a-z0-9]{43}/,
  minEntropy: 3.5,
  positives: () => [leak`NUGET_API_KEY=${'oy2' + fake(lowerDigits, 43)}`],
  negatives: () => ['oy2abc'],
});
