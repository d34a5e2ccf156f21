import { registerHooks, type ResolveFnOutput } from 'node:module';

/**
 * Resolves each import once. Handlers import what they need when they need it, and the test runner is asked each time, in
 * another process, which takes longer than many answers.
 */
export const resolveOnce = (): void => {
  const known = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve: (specifier, context, next) => {
      const name = `${context.parentURL} ${specifier}`;
      const found = known.get(name);
      if (found) return { ...found, shortCircuit: true };
      const resolved = next(specifier, context);
      known.set(name, resolved);
      return resolved;
    },
  });
};
