import type { CodeLanguage } from '../code-languages.ts';
import { anyName } from './members.ts';

/**
 * Languages whose lockfiles do not list optional dependencies, which packages load if they are installed, or do not say which
 * package needs which. Their imports are found; no package is reported as not imported.
 */
export const functionalLanguages: readonly CodeLanguage[] = [
  {
    ecosystem: 'Hex',
    code: ['ex', 'exs', 'erl', 'hrl'],
    // `alias Plug.Conn`, `Jason.encode!`, `%Ecto.Query{`, `:cowboy.start`, and `cowboy:start` in Erlang.
    mention:
      /\b(?:alias|import|use|require)[ \t]{1,20}([A-Z]\w{0,80}(?:\.[A-Z]\w{0,80}){0,12})|(?:^|[^\w.])([A-Z]\w{0,80}(?:\.[A-Z]\w{0,80}){0,12})(?=\.[a-z_]|\{)|(?:^|[^\w:]):([a-z]\w{0,80})(?=\.[a-z])|\b([a-z]\w{0,80})(?=:[a-z]\w{0,80}\()|\binclude_lib\("(\w{1,80})(?=\/)/gm,
    separator: '.',
    caseless: true,
    member: anyName,
  },
  {
    ecosystem: 'Hackage',
    code: ['hs', 'lhs'],
    mention:
      /\bimport(?:[ \t]{1,20}(?:safe|qualified|"[^"\n]{1,100}"|\{-#[^#\n]{1,40}#-\})){0,4}\s{1,20}([A-Z][\w']{0,80}(?:\.[A-Z][\w']{0,80}){0,12})/g,
    separator: '.',
    member: anyName,
  },
  {
    ecosystem: 'opam',
    code: ['ml', 'mli'],
    // `open Yojson`, `Yojson.Safe.from_string`, `module J = Yojson`, `include Yojson`.
    mention: /(?:\b(?:open!?|include)|=)\s{1,20}([A-Z]\w{0,80})|(?:^|[^\w.'])([A-Z]\w{0,80})(?=\.)/gm,
    separator: '.',
    caseless: true,
    member: anyName,
  },
];
