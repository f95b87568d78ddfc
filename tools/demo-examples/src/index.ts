export { type ActionExamples, type DemoExample, takeExamples } from './take-examples.ts';
