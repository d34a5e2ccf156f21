/** The part that a directive plays in the code of a template. */
export type DirectivePart =
  | 'if'
  | 'unless'
  | 'isset'
  | 'empty'
  | 'elseif'
  | 'else'
  | 'foreach'
  | 'for'
  | 'while'
  | 'condition'
  | 'end';

const named = (part: DirectivePart, names: string): [string, DirectivePart][] =>
  names.split(' ').map((name) => [name, part]);

/**
 * The directives with a block. `condition` is one whose arguments are none of an `if`, such as `@can('edit', $post)`.
 */
export const blockDirectives: ReadonlyMap<string, DirectivePart> = new Map([
  ...named('if', 'if'),
  ...named('unless', 'unless'),
  ...named('isset', 'isset'),
  ...named('empty', 'empty'),
  ...named('elseif', 'elseif'),
  ...named('else', 'else elsecan elsecannot elsecanany elseauth elseguest elseproduction elseenv'),
  ...named('foreach', 'foreach forelse'),
  ...named('for', 'for'),
  ...named('while', 'while'),
  ...named(
    'condition',
    'can cannot canany auth guest production env hasSection sectionMissing hasStack error session context',
  ),
  ...named('end', 'endif endunless endisset endempty endforeach endforelse endfor endwhile endcan endcannot'),
  ...named('end', 'endcanany endauth endguest endproduction endenv enderror endsession endcontext'),
]);

/** Directives that end the blocks of several others. */
export const endsOf: Readonly<Record<string, readonly string[]>> = {
  endif: ['if', 'hasSection', 'sectionMissing', 'hasStack'],
};

/** Words behind an `@` of style sheets, which are directives only where a project has such ones of its own. */
export const styleRules: ReadonlySet<string> = new Set(
  'charset container counter document font import keyframes layer media namespace page property scope supports'.split(
    ' ',
  ),
);
