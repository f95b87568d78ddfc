export { type ExampleGateway, startExampleGateway } from './example-gateway.ts';
export { type ActionExamples, type DemoExample, takeExamples } from './take-examples.ts';
