model RackAndStop "A motor drives a carriage over a pinion into its stop"
  extends Modelica.Icons.Example;
  parameter Modelica.Units.SI.Torque tauMax = 1.2 "Largest torque";
  parameter Modelica.Units.SI.Inertia Jm = 0.002 "Inertia of the motor";
  parameter Real i(unit = "rad/m") = 40 "Angle of the pinion per travel";
  Modelica.Blocks.Sources.Trapezoid drive(
    amplitude = 2*tauMax, rising = 0.1, width = 0.4, falling = 0.1, period = 1.2,
    offset = -tauMax, startTime = 0.05) annotation(Placement(transformation(extent = {{-90, -10}, {-70, 10}})));
  Modelica.Mechanics.Rotational.Sources.Torque torque annotation(Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
  Modelica.Mechanics.Rotational.Components.Inertia motor(J = Jm, phi(fixed = true, start = 0), w(fixed = true, start = 0));
  Modelica.Mechanics.Rotational.Components.BearingFriction bearing(
    tau_pos = [0, 0.05; 10, 0.03; 200, 0.08], peak = 1.4);
  Modelica.Mechanics.Rotational.Components.IdealGearR2T pinion(ratio = i);
  Modelica.Mechanics.Translational.Components.MassWithStopAndFriction carriage(
    L = 0.2, m = 3, smin = -0.3, smax = 0.35, F_prop = 4, F_Coulomb = 6, F_Stribeck = 3, fexp = 20);
equation
  connect(drive.y, torque.tau);
  connect(torque.flange, motor.flange_a);
  connect(motor.flange_b, bearing.flange_a);
  connect(bearing.flange_b, pinion.flangeR);
  connect(pinion.flangeT, carriage.flange_a);
  annotation(experiment(StartTime = 0, StopTime = 2, Tolerance = 1e-8));
end RackAndStop;
