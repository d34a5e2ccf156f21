import type { Annotation, ClassUnit, FunctionUnit, Parameter } from '@scangate/engines/sast/ir';
import type { Call, Source } from '@scangate/engines/sast/rule';
import { deepTaints, parameterLabel } from '@scangate/engines/sast/taint/value';

const bound = new Set([
  'FromQuery',
  'FromRoute',
  'FromBody',
  'FromForm',
  'FromHeader',
  'AsParameters',
  'ModelBinder',
  'Bind',
]);
const given = new Set(['FromServices', 'FromKeyedServices', 'Inject']);
const verb = /^(?:Http(?:Get|Post|Put|Delete|Patch|Head)|AcceptVerbs|Route)$/;
const mapping = /^Map/;

/** Types that the framework fills with the program's own objects, and interfaces, which are services. */
const service =
  /^(?:I[A-Z]\w*|CancellationToken|HttpContext|HttpRequest|HttpResponse|ClaimsPrincipal|\w*(?:Context|Service|Services|Repository|Store|Manager|Client|Factory|Options|Logger|Handler|Mediator|Mapper|Sender|Db|Queue|Validator|Provider|Accessor|Hub|Queries))$/;
const file = /^IForm(?:File|FileCollection|Collection)(?:\[\])?$/;

const has = (annotations: readonly Annotation[], is: (name: string) => boolean): boolean =>
  annotations.some(({ name }) => is(name));

const results =
  /^(?:I?ActionResult|IResult|Results|JsonResult|ViewResult|ContentResult|RedirectResult|FileResult)$/;

/** Tells whether a class is a controller, or the model of a page. */
const isController = (owner: ClassUnit | undefined): boolean =>
  owner !== undefined &&
  (owner.name.endsWith('Controller') ||
    owner.bases.some((base) => /Controller(?:Base)?$|^PageModel$/.test(base)) ||
    has(owner.annotations, (name) => name === 'ApiController'));

const isPublic = ({ at }: FunctionUnit): boolean =>
  at.children.some(({ kind, text }) => kind === 'modifier' && text === 'public');

/** Methods of controllers, page handlers, and functions that routes refer to. */
const answersRequests = (unit: FunctionUnit, owner: ClassUnit | undefined): boolean => {
  if (has(unit.annotations, (name) => mapping.test(name))) return true;
  if (has(unit.annotations, (name) => name === 'NonAction')) return false;
  const isAction =
    has(unit.annotations, (name) => verb.test(name)) ||
    results.test(unit.returnType ?? '') ||
    /^On(?:Get|Post|Put|Delete)/.test(unit.name ?? '');
  if (isController(owner)) return isPublic(unit) && isAction;
  if (owner === undefined && has(unit.annotations, (name) => verb.test(name))) return isAction;
  return unit.isStatic === true && /^(?:IResult|Results)$/.test(unit.returnType ?? '');
};

const isBound = (
  { annotations, type }: Parameter,
  unit: FunctionUnit,
  owner: ClassUnit | undefined,
): boolean => {
  if (has(annotations, (name) => given.has(name))) return false;
  if (has(annotations, (name) => bound.has(name))) return true;
  if (type === undefined || (service.test(type) && !file.test(type))) return false;
  return answersRequests(unit, owner);
};

const holdsOutside = ({ receiver }: Call): boolean =>
  receiver !== undefined && deepTaints(receiver).some(({ origin }) => origin.label === 'user');

const texts = new Set(['string', 'String', 'StringBuilder']);
const members =
  '{Query,Form,Headers,Cookies,QueryString,Body,BodyReader,RouteValues,RawUrl,Params,Files,InputStream,UserAgent,UrlReferrer}';

export const sources: readonly Source[] = [
  {
    description: 'value of the request',
    read: [
      `Request.${members}`,
      `*.Request.${members}`,
      `HttpRequest.${members}`,
      `HttpRequestBase.${members}`,
    ],
  },
  {
    description: 'value of the request',
    call: [
      '{Request,HttpRequest}.{ReadFormAsync,ReadFromJsonAsync,ReadAsStringAsync,GetDisplayUrl,GetEncodedUrl}',
      '*.Request.{ReadFormAsync,ReadFromJsonAsync,GetDisplayUrl,GetEncodedUrl}',
      '*.GetRouteValue',
    ],
  },
  { description: 'value of the request', call: ['*.TryGetValue'], fills: [1], when: holdsOutside },
  {
    description: 'parameter of the request',
    words: [
      'Controller',
      'ControllerBase',
      'PageModel',
      'ApiController',
      'MapGet',
      'MapPost',
      'MapPut',
      'MapDelete',
      'MapPatch',
      'Map',
      'MapMethods',
      'IResult',
      'Results',
      'FromQuery',
      'FromBody',
      'FromRoute',
      'FromForm',
      'FromHeader',
      'AsParameters',
      'HttpGet',
      'HttpPost',
    ],
    parameter: (parameter, { unit, owner }) => isBound(parameter, unit, owner),
  },
  {
    description: 'parameter of the method',
    label: parameterLabel,
    parameter: ({ type, rest }) => !rest && type !== undefined && texts.has(type),
  },
  {
    description: 'name of an archive entry',
    label: 'archive',
    read: [
      'ZipArchive.Entries',
      '*.{archive,zip,zipArchive}.Entries',
      '{archive,zip,zipArchive}.Entries',
      'ZipArchiveEntry.{FullName,Name}',
    ],
  },
  {
    description: 'random number that can be guessed',
    label: 'weak-random',
    call: [
      '{Random,Random(),Random.Shared,System.Random,System.Random()}.{Next,NextDouble,NextInt64,NextSingle,GetItems,GetString}',
    ],
  },
  {
    description: 'random bytes that can be guessed',
    label: 'weak-random',
    call: ['{Random,Random(),Random.Shared,System.Random,System.Random()}.NextBytes'],
    fills: [0],
  },
];
