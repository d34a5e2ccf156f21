/**
 * A line of consequences: an act, or a tick of a schedule, with everything that it sets off. It has a chance of its own, so that
 * it goes on as before when other threads are left out.
 */
export interface Thread {
  name: string;
  /** The name that its chance follows from. */
  like: string;
  random: () => number;
  /** The chance that ids are made of. */
  randomOfIds: () => number;
  /** The chance that others make ids of, for several threads at once. */
  randomOfOthers: () => number;
  /** In what its ids differ from those of other threads with the same chance; 0 for a thread with its own. */
  salt: number;
  /** The processes so far. */
  processes: number;
  /** The messages so far. */
  messages: number;
}

/** Mixes a text into one number (FNV-1a). */
const mixed = (text: string, start: number): number => {
  let hash = start;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
};

/**
 * Makes numbers from 0 up to 1 that follow from a seed and a name (sfc32). Its state is so large that no two of a world's many
 * sources give the same ids.
 */
export const chanceOf = (seed: number, name: string): (() => number) => {
  let [a, b, c] = [mixed(name, 0x811c9dc5), mixed(name, ~seed), mixed(name, seed ^ 0x9e3779b9)];
  let count = 1;
  const next = (): number => {
    const drawn = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    return (drawn >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
};

/** Makes a source of numbers when the first is drawn: most threads draw none. */
export const lazily = (make: () => () => number): (() => number) => {
  let source: (() => number) | undefined;
  return () => (source ??= make())();
};

/** @param like names the thread whose chance it shares, so that both go on alike; their ids differ. */
export const newThread = (seed: number, name: string, like = name): Thread => {
  const randomOfIds = lazily(() => chanceOf(seed, `${like} ids`));
  const randomOfOthers = name === like ? randomOfIds : lazily(() => chanceOf(seed, `${name} ids`));
  return {
    name,
    like,
    random: lazily(() => chanceOf(seed, like)),
    randomOfIds,
    randomOfOthers,
    salt: name === like ? 0 : mixed(name, 0x811c9dc5),
    processes: 0,
    messages: 0,
  };
};
