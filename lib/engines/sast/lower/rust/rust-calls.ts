import type { Expression, ExpressionOf } from '@scangate/engines/sast/ir';

/** Functions that return their argument in another form. */
const wrapping =
  /^(?:Some|Ok|Box\.new|Arc\.new|Rc\.new|String\.from|Cow\.(?:from|Borrowed|Owned)|Bytes\.from|web\.Data\.new|Data\.new|Mutex\.new|RwLock\.new|Pin\.new|Box\.pin|PathBuf\.from|Path\.new|OsString\.from)$/;

/** Methods that return the value itself, or its content. */
const same = new Set(
  `unwrap expect unwrap_or_default clone cloned copied to_string to_owned into as_str as_ref as_mut as_bytes as_slice into_bytes
  to_vec into_inner borrow borrow_mut lock deref iter into_iter iter_mut as_deref into_boxed_str into_string as_path to_path_buf
  ok ok_or ok_or_else map_err context with_context to_string_lossy into_owned try_into as_os_str display to_str from_ref
  into_string_lossy collect boxed leak by_ref`.split(/\s+/),
);

const otherwise = new Set(['unwrap_or', 'or', 'or_else', 'unwrap_or_else']);

/** Returns the last two names of a path as written. */
const shortPath = (callee: Expression): string => {
  if (callee.kind === 'name') return callee.name;
  if (callee.kind !== 'member') return '';
  const owner = callee.object;
  if (owner.kind === 'name' || owner.kind === 'member') return `${owner.name}.${callee.name}`;
  return '';
};

/** Reduces calls that do not change the content of a value to the value. */
export const simplified = (call: ExpressionOf<'call'>): Expression => {
  const { callee, args, at } = call;
  const [only] = args;
  if (only && args.length === 1 && wrapping.test(shortPath(callee))) return only.value;
  if (callee.kind !== 'member') return call;
  if (same.has(callee.name) && args.length <= 1) return callee.object;
  if (otherwise.has(callee.name) && only && only.value.kind !== 'function')
    return { kind: 'choice', yes: callee.object, no: only.value, at };
  return call;
};
