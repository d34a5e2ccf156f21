import type { Call, Sanitizer } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { isOfNumbers } from './conditions.ts';

/** Lookups return stored data, not their argument. */
const lookup =
  /\.(?:Find|Lookup|Load|Count|Exists|Is|Has|Validate|Verify|Check|Compare|GetUser|GetBy)(?:[A-Z]\w*)?$/;

/** Calls that take a context and query another machine or a database, whose data they return. */
const goesElsewhere = ({ args: [context] }: Call): boolean =>
  context?.type === 'context.Context' || /(?:^|\.)(?:ctx|Context\(\))$/.test(context?.path ?? '');

export const sanitizers: readonly Sanitizer[] = [
  {
    call: [
      'strconv.{Atoi,ParseInt,ParseUint,ParseFloat,ParseBool}',
      '{len,cap,int,int8,int16,int32,int64,uint,uint8,uint16,uint32,uint64,float32,float64,bool}',
      'strings.{Contains,HasPrefix,HasSuffix,EqualFold,Index,Count,Compare}',
      '*.{Query,QueryRow,QueryContext,QueryRowContext,Exec,ExecContext,Scan,Len,Size,Err,Error,Close,Equal}',
      'time.{Parse,ParseDuration}',
      'github.com/google/uuid.{Parse,MustParse}',
      'net.ParseIP',
      'golang.org/x/crypto/bcrypt.GenerateFromPassword',
      'crypto/{md5,sha1,sha256,sha512}.{Sum,Sum256,Sum512}',
      'errors.New',
      // The content of a file is not its name; printing returns the number of bytes.
      '{os,io/ioutil}.{ReadFile,ReadDir,Stat,Lstat}',
      'fmt.{Print,Printf,Println,Fprint,Fprintf,Fprintln}',
    ],
    cleans: 'all',
    when: ({ names, args }) => !names.some((name) => name.endsWith('.Query')) || args.length > 0,
  },
  {
    call: ['*.*'],
    cleans: 'all',
    guess: true,
    when: (call) => call.names.some((name) => lookup.test(name)) || goesElsewhere(call),
  },
  { call: ['path/filepath.{Base,Ext}', 'path.{Base,Ext}', '*.SecureJoin'], cleans: ['path'] },
  {
    // `filepath.Clean("/" + name)` cannot leave the root.
    call: ['path/filepath.Clean', 'path.Clean'],
    cleans: ['path'],
    when: ({ args: [name] }) =>
      name !== undefined && name.constant === undefined && /^\/$/.test(prefixOf(name) ?? ''),
  },
  {
    call: [
      'html.EscapeString',
      '{html/template,text/template}.{HTMLEscapeString,HTMLEscaper,JSEscapeString,JSEscaper,URLQueryEscaper}',
      '*.{Sanitize,SanitizeBytes}',
      'encoding/json.{Marshal,MarshalIndent}',
      '*.{Marshal,MarshalIndent,MarshalJSON,AuthCodeURL}',
    ],
    cleans: ['xss'],
  },
  // JSON escapes line breaks.
  { call: ['*.{Marshal,MarshalIndent,MarshalJSON}'], cleans: ['log', 'header'] },
  {
    // Numbers only: `%d`, `%x`, `%t`.
    call: ['fmt.{Sprintf,Fprintf}'],
    cleans: 'all',
    when: ({ args }) => args.some(isOfNumbers),
  },
  {
    call: ['net/url.{QueryEscape,PathEscape}'],
    cleans: ['xss', 'path', 'ssrf', 'redirect', 'log', 'header'],
  },
  { call: ['strconv.{Quote,QuoteToASCII}'], cleans: ['log'] },
  { call: ['*.{EscapeFilter,EscapeDN}'], cleans: ['ldap'] },
  // Query builders that use placeholders keep the values separate.
  {
    call: ['*.{QuoteIdentifier,QuoteLiteral,BindNamed,Named,Rebind,ToSql,ToSQL}', '*.Identifier.Sanitize'],
    cleans: ['sql'],
  },
  { call: ['io.LimitReader', 'net/http.MaxBytesReader'], cleans: ['other'] },
  {
    call: ['strings.{ReplaceAll,Replace}'],
    cleans: ['log'],
    when: ({ args: [, what] }) => /[\r\n]/.test(String(what?.constant ?? '')),
  },
];
