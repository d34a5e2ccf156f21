import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const azureSasToken = tokenRule({
  id: 'azure-sas-token',
  title: 'Azure shared access signature',
  keywords: ['sig='],
  pattern: /sig=(?<secret>[A-Za-z0-9%+/]{43,80}(?:%3D|%3d|=))/,
  check: (_, { text, start }) => /[?&;]s[vr]=/.test(text.slice(Math.max(0, start - 300), start + 300)),
  positives: () => [
    leak`https://a1.blob.core.windows.net/c?sv=2022-11-02&se=2030-01-01T00%3A00%3A00Z&sp=r&sig=${`${fake(base62, 43)}%3D`}`,
  ],
  negatives: () => [`https://host/?sig=${fake(base62, 43)}%3D`],
});
