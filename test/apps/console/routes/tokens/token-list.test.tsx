import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TokenList } from '@scangate/console/routes/tokens/token-list.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

const token = {
  tokenId: 't1',
  name: 'laptop',
  kind: 'personal',
  hint: 'sgp_1',
  scopes: [],
  createdAt: '2026-03-01T12:00:00.000Z',
};

test('a list of tokens shows that its next page is loading', async () => {
  let pages = 0;
  const client = clientOf({
    'list-tokens': () => {
      pages += 1;
      return pages === 1 ? { items: [token], nextCursor: 'next' } : new Promise(() => undefined);
    },
  });
  await renderPart(<TokenList />, { client });
  const more = await screen.findByRole('button', { name: 'Show more' });
  await waitFor(() => expect(more.getAttribute('aria-busy')).toBe('true'));
});
