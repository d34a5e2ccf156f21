import type { Subject } from '../configuration-rule.ts';
import { beginsWithInstruction, readDockerfile, type Instruction } from '../readers/read-dockerfile.ts';

/** An instruction of a Dockerfile with the stage that it is in. */
export interface StagedInstruction extends Subject, Instruction {
  isInLastStage: boolean;
}

export interface Stage extends Subject {
  from: Instruction;
  /** The base image, with the values of global arguments filled in. */
  image: string;
  /** Whether the base image is an earlier stage of the file. */
  isEarlierStage: boolean;
  isLast: boolean;
  instructions: readonly StagedInstruction[];
}

export interface ImageFile {
  stages: readonly Stage[];
  instructions: readonly StagedInstruction[];
}

interface OpenStage extends Stage {
  instructions: StagedInstruction[];
}

/** Returns the words of an instruction after its flags (`--platform=…`). */
export const wordsOf = ({ args }: Pick<Instruction, 'args'>): string[] =>
  args
    .trim()
    .split(/\s{1,1000}/)
    .filter((word) => !word.startsWith('--') && word !== '');

const variable = /\$(?:\{(\w{1,100})(?::-([^{}$]{0,200}))?\}|(\w{1,100}))/g;

/** Fills in the values of global arguments; an argument without a value stays as it is. */
const withDefaults = (image: string, defaults: ReadonlyMap<string, string>): string => {
  let result = '';
  let at = 0;
  for (const found of image.matchAll(variable)) {
    const [all, braced, fallback, plain] = found;
    result += image.slice(at, found.index) + (defaults.get(braced ?? plain ?? '') ?? fallback ?? all);
    at = found.index + all.length;
  }
  return result + image.slice(at);
};

/** Returns the stages of a Dockerfile. */
export const imageFileOf = (read: readonly Instruction[]): ImageFile | undefined => {
  const stages: OpenStage[] = [];
  const names = new Set<string>();
  const defaults = new Map<string, string>();
  const last = read.findLastIndex(({ name }) => name === 'FROM');
  for (const [index, each] of read.entries()) {
    const words = wordsOf(each);
    const stage = stages.at(-1);
    if (each.name === 'FROM') {
      const image = withDefaults((words[0] ?? '').slice(0, 1000), defaults);
      const isEarlierStage = names.has(image.toLowerCase());
      const address = words[2] ?? `${stages.length}`;
      stages.push({ address, from: each, image, isEarlierStage, isLast: index === last, instructions: [] });
      if (/^as$/i.test(words[1] ?? '')) names.add((words[2] ?? '').toLowerCase());
    } else if (stage)
      stage.instructions.push({ ...each, address: stage.address, isInLastStage: stage.isLast });
    else if (each.name === 'ARG') {
      const [, name = '', value = ''] = /^(\w{1,100})=["']?([^\s"']{0,300})/.exec(words[0] ?? '') ?? [];
      if (name !== '') defaults.set(name, value);
    }
  }
  return stages.length === 0
    ? undefined
    : { stages, instructions: stages.flatMap(({ instructions }) => instructions) };
};

/** Returns whether a text is a Dockerfile whatever its name is: nothing but arguments stands before its first base image. */
export const beginsImageFile = (text: string): boolean => {
  if (!beginsWithInstruction(text)) return false;
  const first = readDockerfile(text).find(({ name }) => name !== 'ARG');
  const [image, as, stage, ...others] = first?.name === 'FROM' ? wordsOf(first) : [];
  return (
    image !== undefined &&
    others.length === 0 &&
    (as === undefined || (/^as$/i.test(as) && stage !== undefined))
  );
};
