import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSpending } from '@scangate/mcp/spending';

const minute = 60_000;

/** Some scans with their prices, and what a host does with them, in any order. */
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('offer' as const), scan: fc.nat(3), core: fc.nat(4), sast: fc.nat(2) }),
    fc.record({ act: fc.constant('accept' as const), offer: fc.nat(9), scan: fc.nat(3), core: fc.nat(4) }),
    fc.record({ act: fc.constant('wait' as const), minutes: fc.nat(6) }),
  ),
  { maxLength: 40 },
);

test('whatever a host does, a scan costs at most what was confirmed within ten minutes, and all of them at most the budget', () => {
  fc.assert(
    fc.property(acts, fc.nat(12), (given, maxCredits) => {
      let [at, ids, spent] = [0, 0, 0];
      const spending = openSpending({
        maxCredits,
        now: () => new Date(at),
        newId: () => String((ids += 1)),
      });
      const offers: { confirmation: string; scan: number; total: number; until: number }[] = [];
      const paid = new Set<string>();
      for (const one of given) {
        if (one.act === 'wait') at += one.minutes * minute;
        if (one.act === 'offer') {
          const price = { core: one.core, sast: one.sast };
          try {
            const confirmation = spending.offer({ scan: one.scan }, price);
            offers.push({
              confirmation,
              scan: one.scan,
              total: one.core + one.sast,
              until: at + 10 * minute,
            });
          } catch {
            expect(spent + one.core + one.sast).toBeGreaterThan(maxCredits);
          }
        }
        const offer = one.act === 'accept' ? offers[one.offer] : undefined;
        if (one.act !== 'accept' || !offer) continue;
        const price = { core: one.core, sast: 0 };
        try {
          spending.check(offer.confirmation, { scan: one.scan }, price);
        } catch {
          continue;
        }
        expect([one.scan, one.core <= offer.total, at < offer.until]).toEqual([offer.scan, true, true]);
        if (!paid.has(offer.confirmation)) spent += one.core;
        paid.add(offer.confirmation);
        spending.count(offer.confirmation, price);
        expect(spent).toBeLessThanOrEqual(maxCredits);
      }
    }),
  );
});
