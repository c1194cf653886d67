// Opens a stage with three.js's USDLoader and tells where every bone is at some times, as JSON.
//   node three.mjs FOLDER_OF_THREE STAGE SECONDS...
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, stage, ...seconds] = process.argv.slice(2);
const from = (path) => import(pathToFileURL(`${folder}/${path}`));
globalThis.self = globalThis;
const THREE = await from("build/three.module.js");
const { USDLoader } = await from("examples/jsm/loaders/USDLoader.js");
const bytes = readFileSync(stage);
const scene = new USDLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const mixer = new THREE.AnimationMixer(scene);
mixer.clipAction(scene.animations[0]).play();
const told = seconds.map((time) => {
  mixer.setTime(Number(time));
  scene.updateMatrixWorld(true);
  const bones = [];
  scene.traverse((object) => {
    if (object.isBone) bones.push([object.name, ...new THREE.Vector3().setFromMatrixPosition(object.matrixWorld)]);
  });
  return bones;
});
console.log(JSON.stringify(told));
