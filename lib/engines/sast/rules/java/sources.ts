import type { Annotation, ClassUnit, FunctionUnit, Parameter } from '@scangate/engines/sast/ir';
import type { Call, Source } from '@scangate/engines/sast/rule';
import { parameterLabel, type Value } from '@scangate/engines/sast/taint/value';

const bound = new Set([
  'RequestParam',
  'PathVariable',
  'RequestBody',
  'RequestHeader',
  'RequestPart',
  'CookieValue',
  'QueryParam',
  'PathParam',
  'FormParam',
  'HeaderParam',
  'CookieParam',
  'MatrixParam',
  'BeanParam',
  'RestQuery',
  'RestPath',
  'QueryValue',
  'ModelAttribute',
  'Payload',
]);

const mapping = /(?:Request|Get|Post|Put|Delete|Patch)Mapping$/;
const verbs = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OnMessage']);

/** Parameter types that a framework fills with its own data. */
const given =
  /(?:Request|Response|Session|Context|Model|ModelMap|Result|Errors|Principal|Authentication|Locale|Attributes|Status|Builder|Pageable|Exchange|Stream|Reader|Writer|UriInfo|HttpHeaders|Service|Repository|TimeZone|Sort|Scanner)$|^Map$/;

const has = (annotations: readonly Annotation[], is: (name: string) => boolean): boolean =>
  annotations.some(({ name }) => is(name));

/** Spring binds a parameter without annotation to the request parameter of its name, JAX-RS to the body. */
const isBound = (
  { type, annotations }: Parameter,
  unit: FunctionUnit,
  owner: ClassUnit | undefined,
): boolean => {
  if (type === undefined || annotations.some(({ name }) => name !== 'Valid' && name !== 'Validated'))
    return false;
  if (given.test(type)) return false;
  if (has(unit.annotations, (name) => mapping.test(name)))
    return has(owner?.annotations ?? [], (name) => name.endsWith('Controller'));
  return has(unit.annotations, (name) => verbs.has(name));
};

/** Numbers hold no text, neither as a list nor as an optional. */
const isNumbers = ({ type, target }: Parameter, unit: FunctionUnit): boolean =>
  /^(?:Optional|List|Set|Collection)$/.test(type ?? '') &&
  target.kind === 'name' &&
  new RegExp(`<(?:Integer|Long|Short|Double|Boolean|UUID)>\\s+${target.name.replaceAll('$', '\\$')}\\b`).test(
    unit.at.text.slice(0, 4000),
  );

const aboutRequest = (value: Value | undefined): boolean =>
  /request/i.test(`${value?.type ?? ''} ${value?.path ?? ''}`);

const partOfRequest = /\.get\w{0,30}(?:Parameter|Param|Cookie|Header|RequestBody|Payload)(?:Value|Map)?s?$/;

/** Recognizes a wrapper around the request by its method names: `getIntParameter`, `getTheCookie`. */
const readsRequest = ({ names, receiver, args }: Call): boolean =>
  names.some((name) => partOfRequest.test(name) && !/Init|Context/.test(name)) &&
  (aboutRequest(receiver) || aboutRequest(args[0]));

/** Types of parameters that hold text. */
const texts: ReadonlySet<string> = new Set([
  'String',
  'CharSequence',
  'StringBuilder',
  'StringBuffer',
  'Object',
]);

export const sources: readonly Source[] = [
  {
    description: 'value of the request',
    when: ({ receiver }) => receiver?.type !== 'MethodParameter',
    call: [
      '*.{getParameter,getParameterValues,getParameterMap,getParameterNames,getHeader,getHeaders,getHeaderNames,getQueryString,getCookies,getPathInfo,getSubmittedFileName,getOriginalFilename,getQueryParameters,getPathParameters}',
      '{HttpServletRequest,ServletRequest,request,req}.{getInputStream,getReader,getPart,getParts,getRequestURL}',
      '{MultipartFile,Part,FileItem}.{getName,getInputStream,getBytes,getString}',
    ],
  },
  {
    description: 'value of the request',
    call: ['Cookie.getValue'],
    // An object created here is not a request.
    when: ({ receiver }) => receiver?.path !== 'Cookie()',
  },
  { description: 'value of the request', call: ['*.*'], when: readsRequest },
  {
    description: 'data from the network',
    call: ['Socket.getInputStream', '*.accept().getInputStream', 'DatagramPacket.getData'],
  },
  {
    description: 'parameter of the request',
    parameter: (parameter, { unit, owner }) =>
      !isNumbers(parameter, unit) &&
      (has(parameter.annotations, (name) => bound.has(name)) ||
        parameter.type === 'MultipartFile' ||
        isBound(parameter, unit, owner)),
  },
  {
    description: 'event that a function is called with',
    words: ['handleRequest', 'RequestHandler'],
    parameter: ({ type }, { unit, index, owner }) =>
      index === 0 &&
      unit.name === 'handleRequest' &&
      (owner?.bases.some((base) => /Request(?:Stream)?Handler/.test(base)) === true ||
        unit.parameters[1]?.type === 'Context') &&
      !/S3|Schedule|CloudWatch|Cognito/.test(type ?? ''),
  },
  {
    description: 'parameter of the method',
    label: parameterLabel,
    parameter: ({ type, rest }) => !rest && type !== undefined && texts.has(type),
  },
  {
    description: 'name of an archive entry',
    label: 'archive',
    call: [
      '{ZipEntry,JarEntry,ArchiveEntry,ZipArchiveEntry,TarArchiveEntry,SevenZArchiveEntry,FileHeader}.{getName,getFileName}',
      '*.{getNextEntry,getNextZipEntry,getNextJarEntry,getNextTarEntry}().getName',
    ],
  },
  {
    description: 'random number that can be guessed',
    label: 'weak-random',
    call: [
      'Math.random',
      '{Random,Random(),RandomUtils,ThreadLocalRandom,*.current()}.{nextInt,nextLong,nextDouble,nextFloat,nextGaussian,nextBoolean,ints,longs}',
      'RandomStringUtils.{random,randomAlphanumeric,randomAlphabetic,randomNumeric,randomAscii}',
    ],
    when: ({ receiver }) => !/SecureRandom/.test(receiver?.path ?? ''),
  },
  {
    description: 'random bytes that can be guessed',
    label: 'weak-random',
    call: ['{Random,Random()}.nextBytes'],
    fills: [0],
    when: ({ receiver }) => !/SecureRandom/.test(receiver?.path ?? ''),
  },
];
