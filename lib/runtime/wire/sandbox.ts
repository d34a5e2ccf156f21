import { sandboxBeside } from '#adapters/sandbox/open-sandbox.ts';
import { sandboxedArtifactParser } from '#adapters/sandbox/artifact-parser.ts';
import { sandboxedRules } from '#adapters/sandbox/rule-sandbox.ts';
import { sandboxedDetector } from '#adapters/sandbox/source-detector.ts';
import { sandboxedAssessor } from '#adapters/sandbox/unit-assessor.ts';

export const sandboxOf = (name: string) =>
  sandboxBeside(import.meta.url, { name, source: `functions/workflow/${name}/sandbox.ts` });

export const wireAssessor = (name: string) => sandboxedAssessor(sandboxOf(name));
export const wireDetector = (name: string) => sandboxedDetector(sandboxOf(name));
export const wireArtifactParser = (name: string) => sandboxedArtifactParser(sandboxOf(name));
export const wireRuleSandbox = (name: string) => sandboxedRules(sandboxOf(name));
