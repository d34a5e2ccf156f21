import type {
  Callback,
  CrossRequestStore,
  ContainerUse,
  Guard,
  CallResultType,
} from '@scangate/engines/sast/rule';

export const guards: readonly Guard[] = [
  { call: ['slices.Contains'], of: 1, cleans: 'all' },
  {
    call: ['strings.Contains'],
    of: 0,
    negated: true,
    cleans: ['path'],
    when: ({ args: [, what] }) => /^(?:\.\.|[/\\])/.test(String(what?.constant ?? '')),
  },
  {
    call: ['strings.HasPrefix'],
    of: 0,
    cleans: ['path', 'redirect', 'ssrf'],
    when: ({ args: [, prefix] }) => prefix?.constant !== 'http',
  },
  { call: ['path/filepath.IsLocal', 'io/fs.ValidPath'], of: 0, cleans: ['path'] },
  { call: ['*.MatchString'], of: 0, cleans: 'all' },
];

export const callbacks: readonly Callback[] = [];

export const crossRequestStores: readonly CrossRequestStore[] = [
  { holders: ['*.Session.Values', '*.{session,sess}.Values', 'session.Values'] },
];

export const results: readonly CallResultType[] = [
  { call: ['database/sql.Open'], type: 'database/sql.DB' },
  { call: ['*.{Prepare,PrepareContext,Preparex}'], type: 'database/sql.Stmt' },
  {
    call: [
      'text/template.{New,Must,ParseFiles,ParseGlob}',
      'text/template.Template.{New,Funcs,Parse,ParseFiles,Option,Delims}',
    ],
    type: 'text/template.Template',
  },
  {
    call: [
      'html/template.{New,Must,ParseFiles,ParseGlob}',
      'html/template.Template.{New,Funcs,Parse,ParseFiles,Option,Delims}',
    ],
    type: 'html/template.Template',
  },
  { call: ['os/exec.{Command,CommandContext}'], type: 'os/exec.Cmd' },
  { call: ['math/rand.New'], type: 'math/rand.Rand' },
];

export const formats: readonly string[] = ['fmt.{Sprintf,Sprint,Sprintln}'];

export const containers: Readonly<Record<string, ContainerUse>> = {
  WriteString: 'mutate',
  WriteByte: 'mutate',
  WriteRune: 'mutate',
  Write: 'mutate',
  Add: 'mutate',
};

export const scalarTypes: readonly string[] = [
  'int',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float32',
  'float64',
  'bool',
  'error',
];
