import type { CodeDetection } from '../model/assessed-unit.ts';
import type { Language } from '../model/gate/languages.ts';
import type { CustomCodeRule } from '../model/gate/custom-rules.ts';
import { CrossFileTaint } from '../sast/cross-file-taint.ts';
import { grammars } from '../sast/dialects.ts';
import { recognizeSource } from '../sast/recognize-source.ts';
import { findingsOfHits } from '../sast/hit-findings.ts';
import type { Program } from '../sast/ir.ts';
import { lowerProgram } from '../sast/lower/lowering.ts';
import { parse } from '../sast/parser.ts';
import { calleeFileFinder, type FindCalleeFiles } from '../sast/scan/callee-files.ts';
import { passTaint } from '../sast/scan/pass-taint.ts';
import { maxStepsPerUnit } from '../sast/scan/unit-scan.ts';
import { readProjectProperties, type ProjectProperties } from '../sast/project-properties.ts';
import { interpret } from '../sast/taint/interpret.ts';
import { wordsIn } from '../sast/taint/prefilter.ts';
import { createGapTally, type GapTally } from '../source-files/gap-tally.ts';
import { isTestOrExample } from '../source-files/file-class.ts';
import {
  createCustomLimiter,
  type CustomEngine,
  type CustomRulesInput,
  type CustomLimiter,
  type CustomResult,
} from '../custom-rules/custom-result.ts';
import {
  compileCodeRules,
  type CompiledCodeRules,
  type PatternRule,
  type TaintPack,
} from './compile-code-rules.ts';
import { findPatterns } from './find-patterns.ts';
import { readCode, type Code } from './read-code.ts';

/** The rules of one pack, with the taint that files pass to each other for them. */
interface PackRun {
  pack: TaintPack;
  crossFileTaint: CrossFileTaint;
  byFile: Map<string, CodeDetection[]>;
}

interface Run {
  input: CustomRulesInput;
  limiter: CustomLimiter;
  patterns: readonly PatternRule[];
  packs: readonly PackRun[];
  byPattern: Map<string, CodeDetection[]>;
  locate: FindCalleeFiles;
  settings: ProjectProperties;
  gaps: GapTally;
  work: { steps: number };
}

/** The longest chain of files that taint is followed through, as in the engine itself. */
const maxRounds = 3;
/** The number of characters whose parsing counts as a step. */
const charactersPerStep = 8;

type Hit = Parameters<typeof findingsOfHits>[1][number];

/** Makes the findings of a file that are within the limits. */
const detectionsOf = ({ limiter }: Run, { path, embedded }: Code, hits: readonly Hit[]): CodeDetection[] => {
  const chooser = limiter.chooserOf(path);
  const sample = isTestOrExample(path);
  const chosen = hits
    .map((hit) => ({ hit, place: embedded ? embedded.placeIn(hit.at.place) : hit.at.place }))
    .toSorted((a, b) => a.place.start - b.place.start)
    .filter(({ hit: { rule }, place: { line } }) =>
      chooser.takes({ kind: 'code', rule: rule.id, file: path, line, sample }),
    )
    .map(({ hit }) => hit);
  return findingsOfHits(path, chosen, embedded?.placeIn);
};

const incomplete = ({ gaps }: Run, path: string): void =>
  gaps.add('step or depth limit reached: rules of the organization applied in part', path, 'lost');

/** Follows taint by the rules of a pack. */
const runPack = (run: Run, one: PackRun, { code, program }: { code: Code; program: Program }): void => {
  const { crossFileTaint, byFile, pack } = one;
  const incoming = crossFileTaint.incoming(code.path);
  const model = { ...pack.model, settings: run.settings };
  const { hits, outgoing, entered, complete, steps } = interpret(program, model, incoming);
  run.work.steps += steps;
  crossFileTaint.noteEntered(code.path, entered);
  const passing = { language: pack.language, outgoing, placeIn: code.embedded?.placeIn };
  const notPassed = passTaint({ ...run, crossFileTaint }, code.path, passing);
  if (notPassed) run.gaps.add(notPassed, code.path, 'lost');
  if (!complete) incomplete(run, code.path);
  run.limiter.release(byFile.get(code.path) ?? []);
  byFile.set(code.path, detectionsOf(run, code, hits));
};

/** Reports a file for which no steps are left. */
const isExhausted = ({ work, gaps }: Run, path: string): boolean => {
  if (work.steps <= maxStepsPerUnit) return false;
  gaps.add('step limit of the unit reached: rules of the organization not applied', path, 'lost');
  return true;
};

const programOf = (run: Run, { path, text, type }: Code): Program | undefined => {
  if (isExhausted(run, path)) return undefined;
  run.work.steps += Math.ceil(text.length / charactersPerStep);
  const program = lowerProgram(grammars[type.language], parse(type.dialect, text));
  if (program.truncated) incomplete(run, path);
  return program;
};

/** Runs the rules on one file in which they may find something; most files are ruled out and not parsed. */
const scanFile = (run: Run, path: string, { packs, patterns }: Pick<Run, 'packs' | 'patterns'>): void => {
  const language = recognizeSource(run.input.files, path).type?.language;
  const isOf = (one: { language: Language }): boolean => one.language === language;
  if (!packs.some(({ pack }) => isOf(pack)) && !patterns.some(({ pattern }) => isOf(pattern))) return;
  const code = readCode(run.input.files, path);
  if (!code) return;
  if (code.hasOtherReading)
    run.gaps.add('of unclear encoding: rules of the organization applied to one reading', path, 'lost');
  const words = wordsIn(code.text);
  const looking = patterns.filter(
    ({ pattern }) => isOf(pattern) && pattern.words.every((word) => words.has(word)),
  );
  const following = packs.filter(
    ({ pack, crossFileTaint }) =>
      isOf(pack) && pack.model.canFind(words, crossFileTaint.incoming(path) !== undefined),
  );
  if (looking.length + following.length === 0) return;
  const program = programOf(run, code);
  if (!program) return;
  if (looking.length > 0) {
    const { hits, steps, complete } = findPatterns(program, looking);
    run.work.steps += steps;
    if (!complete) incomplete(run, path);
    run.byPattern.set(path, detectionsOf(run, code, hits));
  }
  for (const one of following) {
    if (isExhausted(run, path)) return;
    runPack(run, one, { code, program });
  }
};

const scanFiles = (run: Run): string[] => {
  const lost = new Set<string>();
  const scan = (path: string, rules: Pick<Run, 'packs' | 'patterns'>): void => {
    const before = run.gaps.lost;
    scanFile(run, path, rules);
    if (run.gaps.lost > before) lost.add(path);
  };
  for (const { path } of run.input.files.entries) scan(path, run);
  const paths = new Set(run.input.files.entries.map(({ path }) => path));
  for (let round = 0; round < maxRounds; round += 1)
    for (const one of run.packs)
      for (const path of one.crossFileTaint.takeChanged())
        if (paths.has(path)) scan(path, { packs: [one], patterns: [] });
  return [...lost];
};

const runRules = ({ patterns, packs }: CompiledCodeRules, input: CustomRulesInput): CustomResult => {
  const gaps = createGapTally();
  const limiter = createCustomLimiter(input.isCovered);
  const run: Run = {
    input,
    limiter,
    patterns,
    packs: packs.map((pack) => ({ pack, crossFileTaint: new CrossFileTaint(), byFile: new Map() })),
    byPattern: new Map(),
    locate: calleeFileFinder(input.files.entries.map(({ path }) => path)),
    // The engine itself has reported the unreadable ones.
    settings: readProjectProperties(input.files, createGapTally()),
    gaps,
    work: { steps: input.steps },
  };
  const lost = new Set(scanFiles(run));
  for (const path of limiter.tell(gaps)) lost.add(path);
  const sources = [run.byPattern, ...run.packs.map(({ byFile }) => byFile)];
  const findings = input.files.entries.flatMap(({ path }) => sources.flatMap((each) => each.get(path) ?? []));
  return { findings, gaps, lost: [...lost], secrets: new Map(), steps: run.work.steps };
};

/**
 * Makes the engine for an organization's code rules, whose grammars have to be loaded.
 * @throws InvalidRule
 */
export const customCodeEngine = (rules: readonly CustomCodeRule[]): CustomEngine => {
  const compiled = compileCodeRules(rules);
  return { size: 0, run: (input) => runRules(compiled, input) };
};
