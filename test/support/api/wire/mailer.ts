import { world } from '../endpoint-world.ts';

export const wireMailOutbox = () => ({
  get sends() {
    return world.sendsMails;
  },
});
