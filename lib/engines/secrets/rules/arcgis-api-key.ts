import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const arcgisApiKey = tokenRule({
  id: 'arcgis-api-key',
  title: 'ArcGIS API key',
  keywords: ['aapk', 'aapt'],
  pattern: /AAP[KT][A-Za-z0-9_-]{60,400}/,
  positives: () => [leak`ARCGIS=${`AAPK${fake(base62, 92)}`}`],
  negatives: () => ['AAPKeyStoreConfiguration'],
});
