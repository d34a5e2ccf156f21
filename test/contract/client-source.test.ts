import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsSource, routesSource, typesSource } from '#contract/client-source.ts';
import { endpoints } from '#functions/api/index.ts';

const root = join(import.meta.dirname, '..', '..');
const generated = (file: string): string => readFileSync(join(root, 'lib/client/generated', file), 'utf8');

test('the generated client is what the tables of endpoints and events say; after a change run `npm run openapi`', () => {
  expect(generated('routes.ts')).toBe(routesSource(endpoints));
  expect(generated('types.ts')).toBe(typesSource(endpoints));
  expect(generated('events.ts')).toBe(eventsSource());
});
