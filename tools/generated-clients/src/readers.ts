/** A program that reads OpenAPI documents: a generator whose result is checked, or a validator. */
export interface Reader {
  readonly name: string;
  readonly version: string;
  /** Which of the two documents of a connector it reads. */
  readonly openApi: '3.0' | '3.1';
  /** The program that runs it; without it, the reader is left out. */
  readonly needs: 'node' | 'python3' | 'go' | 'java';
  /** Installs it into the current folder; runs once. */
  readonly install: string;
  /** Reads the file `$DOCUMENT`, writes what it generates under `$NAME`, and compiles or imports that. */
  readonly run: string;
}

const pip = (packages: string) =>
  `test -d .venv || { python3 -m venv .venv && .venv/bin/pip install --quiet ${packages}; }`;
const npm = (packages: string) =>
  `test -d node_modules || { echo '{"type":"module"}' > package.json && npm install --silent ${packages}; }`;
const goModule = (requirement: string, program: string) =>
  `test -f go.mod || { go mod init matrix && go get ${requirement} && GOBIN=$PWD go install ${program}; }`;

const validators: readonly Omit<Reader, 'openApi'>[] = [
  {
    name: 'redocly',
    version: '2.77.0',
    needs: 'node',
    install: npm('@redocly/cli@2.77.0'),
    run: 'REDOCLY_TELEMETRY=off npx redocly lint --extends recommended-strict "$DOCUMENT"',
  },
  {
    name: 'spectral',
    version: '6.16.3',
    needs: 'node',
    install: `${npm('@stoplight/spectral-cli@6.16.3')}; echo 'extends: spectral:oas' > ruleset.yaml`,
    run: 'npx spectral lint --ruleset ruleset.yaml --fail-severity warn "$DOCUMENT"',
  },
];

const generators: readonly Reader[] = [
  {
    name: 'openapi-typescript',
    version: '7.13.0',
    openApi: '3.1',
    needs: 'node',
    install: npm('openapi-typescript@7.13.0 typescript@5'),
    run: 'npx openapi-typescript "$DOCUMENT" --output $NAME.ts && $TSC $NAME.ts',
  },
  {
    name: 'hey-api',
    version: '0.99.0',
    openApi: '3.1',
    needs: 'node',
    install: npm('@hey-api/openapi-ts@0.99.0 typescript@6'),
    run: 'npx openapi-ts --input "$DOCUMENT" --output $NAME && $TSC $NAME/index.ts',
  },
  {
    name: 'orval',
    version: '8.38.0',
    openApi: '3.1',
    needs: 'node',
    install: npm('orval@8.38.0'),
    run: 'npx orval --input "$DOCUMENT" --output $NAME.ts --client fetch && $TSC $NAME.ts',
  },
  {
    name: 'openapi-generator, typescript-axios',
    version: '7.25.0',
    openApi: '3.1',
    needs: 'java',
    install: `${npm('axios@1 @types/node@24')}; test -f generator.jar || curl --fail --silent --output generator.jar https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar`,
    run: 'java -jar generator.jar generate --input-spec "$DOCUMENT" --generator-name typescript-axios --output $NAME && $TSC $NAME/index.ts',
  },
  {
    name: 'openapi-python-client',
    version: '0.29.1',
    openApi: '3.1',
    needs: 'python3',
    install: `${pip('openapi-python-client==0.29.1')}; printf 'literal_enums: true\\npost_hooks: []\\n' > generator.yml`,
    run: `.venv/bin/openapi-python-client generate --fail-on-warning --meta none --config generator.yml --path "$DOCUMENT" --output-path $NAME --overwrite && .venv/bin/python -c "import importlib, pkgutil, $NAME; [importlib.import_module(found.name) for found in pkgutil.walk_packages($NAME.__path__, '$NAME.')]"`,
  },
  {
    name: 'datamodel-code-generator, pydantic',
    version: '0.89.0',
    openApi: '3.1',
    needs: 'python3',
    install: pip('datamodel-code-generator==0.89.0 pydantic==2.*'),
    run: '.venv/bin/datamodel-codegen --input "$DOCUMENT" --input-file-type openapi --output-model-type pydantic_v2.BaseModel --output $NAME.py && .venv/bin/python $NAME.py',
  },
  {
    name: 'oapi-codegen',
    version: '2.8.2',
    openApi: '3.1',
    needs: 'go',
    install: goModule(
      'github.com/oapi-codegen/runtime@latest',
      'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    ),
    run: 'mkdir -p $NAME && ./oapi-codegen -generate types,client -package $NAME -o $NAME/client.go "$DOCUMENT" && go build ./$NAME',
  },
  {
    name: 'ogen',
    version: '1.25.0',
    openApi: '3.0',
    needs: 'go',
    install: goModule('github.com/ogen-go/ogen@v1.25.0', 'github.com/ogen-go/ogen/cmd/ogen@v1.25.0'),
    run: './ogen --target $NAME --package $NAME --clean "$DOCUMENT" && go build -mod=mod ./$NAME',
  },
];

/** Every reader with a document of each connector and of the gateway. */
export const readers: readonly Reader[] = [
  ...validators.flatMap((validator) => (['3.1', '3.0'] as const).map((openApi) => ({ ...validator, openApi }))),
  ...generators,
];
