import { Transient } from '@scangate/domain/problem';
import { world } from '#test/support/api/endpoint-world.ts';

export const wireTxtRecords = () => ({
  lookUp: async (name: string): Promise<string[]> => {
    const texts = world.txtRecords.has(name) ? world.txtRecords.get(name) : [];
    if (texts) return texts;
    throw new Transient('DNS does not respond');
  },
});
