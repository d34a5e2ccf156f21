import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const shopifyToken = tokenRule({
  id: 'shopify-token',
  title: 'Shopify token',
  keywords: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_'],
  pattern: /shp(?:at|ca|pa|ss|tka)_[A-Za-z0-9]{32,40}/,
  positives: () => [
    leak`SHOPIFY_TOKEN=${'shpat_' + fake(hex, 32)}`,
    leak`secret: "${'shpss_' + fake(hex, 32)}"`,
  ],
  negatives: () => ['shpat_token', `shpat_${'0'.repeat(32)}`],
});
