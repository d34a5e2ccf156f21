import type { Expression, Program } from '../sast/ir.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The kinds that only statements have need no test: their other parts are visited all the same. */
const isExpression = (node: Node): boolean => typeof node['kind'] === 'string' && 'at' in node;

/**
 * Calls back for every node of a program, however deep, and counts each as a step. The nodes include statements,
 * which no pattern of an expression matches.
 */
export const walkProgram = (
  { body }: { body: Program['body'] | Expression },
  { count, visit }: { count: () => void; visit: (node: Expression) => void },
): void => {
  const waiting: unknown[] = [body];
  const seen = new Set<unknown>();
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (!isNode(value)) continue;
    count();
    if (isExpression(value)) {
      // Lowering may put one expression in two places.
      if (seen.has(value)) continue;
      seen.add(value);
      visit(value as unknown as Expression);
    }
    for (const [key, part] of Object.entries(value)) if (key !== 'at' && isNode(part)) waiting.push(part);
  }
};

/** Returns the full names of everything that a program imports, by the names that it uses. */
export const importsOf = (program: Pick<Program, 'body'>, count: () => void): Map<string, string> => {
  const imports = new Map<string, string>();
  walkProgram(program, {
    count,
    visit: (node) => {
      const { kind, bindings } = node as unknown as { kind: string; bindings?: unknown };
      if (kind !== 'import' || !Array.isArray(bindings)) return;
      for (const { local, path } of bindings as { local: string; path: string }[]) imports.set(local, path);
    },
  });
  return imports;
};
